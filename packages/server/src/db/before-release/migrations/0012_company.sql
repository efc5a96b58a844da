-- What the enterprise says of itself, and how it looks: on the login page and on terminals (BU-01).
alter table company
  add column welcome text,
  add column introduction text,
  add column logo_id uuid constraint company__logo references image,
  add column background_id uuid constraint company__background references image;
