-- Footage of alerts that the server judges, which their cores are to keep: until the core said that it does. `is_due`: it is to be asked.
create table alert_footage_asks (
  organization_id uuid not null references organizations (id) on delete cascade,
  alert_id uuid not null,
  edge_id uuid not null,
  camera_id uuid not null,
  from_at timestamptz(3) not null,
  -- Null while the alert is open.
  closed_at timestamptz(3),
  post_s smallint not null,
  keep_days smallint not null,
  is_due boolean not null default true,
  primary key (organization_id, alert_id)
);
create index on alert_footage_asks (organization_id, edge_id, from_at) where is_due;
call fence_by_organization('alert_footage_asks');
