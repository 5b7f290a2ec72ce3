-- Rules, and cameras or cores, that alert so often that not every alert of them stands in the queue by itself. One row for each.
create table alert_floods (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  rule_id uuid,
  place_id uuid,
  began_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  primary key (organization_id, id),
  check (num_nonnulls(rule_id, place_id) = 1),
  unique nulls not distinct (organization_id, rule_id, place_id)
);
call fence_by_organization('alert_floods');

-- In which flood an alert is collapsed; null for one that stands by itself.
alter table alerts add column flood_id uuid;
create index alerts_in_flood on alerts (organization_id, flood_id, opened_at, id) where flood_id is not null and handling <> 2;
create index alerts_waiting_alone on alerts (organization_id, opened_at, id) include (place_id, severity, handling)
  where handling <> 2 and flood_id is null;
