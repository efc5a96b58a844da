-- How an account has arranged its dashboard; one without a row has the arrangement of its role.
create table dashboard_arrangement (
  account_id uuid primary key constraint dashboard_arrangement__account references account on delete cascade,
  widgets jsonb not null,
  changed_at timestamptz not null
);
