-- Webhooks hear of musters that start and end.

alter table webhook add column sends_musters boolean not null default false;
alter table webhook_delivery drop constraint webhook_delivery__kind;
alter table webhook_delivery add constraint webhook_delivery__kind check (kind in ('record', 'alarm', 'movement', 'muster', 'test'));
