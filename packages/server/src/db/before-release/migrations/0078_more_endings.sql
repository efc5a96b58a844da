-- A restore of an older backup brings these back, too: people are put on the blacklist again, the others are named.
alter table ending drop constraint ending__kind;
alter table ending add constraint ending__kind
  -- blacklisted, unlisted: a person's id; pass: a pass's id; key: that of a key of the open platform; link: 'walk-in' or 'registration'
  check (kind in ('erased', 'unbound', 'disabled', 'enabled', 'blacklisted', 'unlisted', 'pass', 'key', 'link'));
