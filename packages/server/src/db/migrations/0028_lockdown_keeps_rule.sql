-- A lockdown keeps the rule it was begun with: a rule that is switched off meanwhile lets nobody release it alone.
alter table lockdown add column needs_two_people boolean not null default false;
update lockdown set needs_two_people = (select needs_two_people from lockdown_rule) where released_at is null;
