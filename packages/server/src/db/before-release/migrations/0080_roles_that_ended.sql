-- A restore of an older backup brings back the role that somebody had then: it is named.
alter table ending drop constraint ending__kind;
alter table ending add constraint ending__kind
  -- role: an account's id and the number of the role it has since, as in ID:3
  check (kind in ('erased', 'unbound', 'disabled', 'enabled', 'blacklisted', 'unlisted', 'pass', 'key', 'link', 'role'));
