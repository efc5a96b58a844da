-- The language of whoever made the code: the terminal speaks it from its first minute. Codes live for ten minutes, so none waits for a value.
alter table pairing_code add column language text not null default 'en' check (language in ('zh', 'en', 'zh-tw'));
alter table pairing_code alter column language drop default;
