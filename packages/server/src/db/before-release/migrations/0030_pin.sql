-- What a person types at a terminal beside their face or card: salt and hash, sealed.
alter table person add column pin_sealed bytea;
