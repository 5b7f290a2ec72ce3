-- What the server remembers of rules that it judges itself, at each camera or core. It outlives rule and place until the alert of it was closed.
create table rule_watches (
  organization_id uuid not null references organizations (id) on delete cascade,
  rule_id uuid not null,
  -- A camera, or a core.
  place_id uuid not null,
  is_camera boolean not null,
  -- The core, as the alert names it.
  edge_id uuid not null,
  watch jsonb not null,
  -- When it is to be looked at again although nothing happened.
  due_at timestamptz(3),
  primary key (organization_id, place_id, rule_id)
);
create index on rule_watches (organization_id, rule_id);
call fence_by_organization('rule_watches');

-- Rules on cores come near too.
alter table alert_near_misses
  drop constraint alert_near_misses_pkey,
  alter column camera_id drop not null,
  add column edge_id uuid,
  add check (num_nonnulls(camera_id, edge_id) = 1),
  add unique nulls not distinct (organization_id, rule_id, camera_id, edge_id, at, hindrance);
