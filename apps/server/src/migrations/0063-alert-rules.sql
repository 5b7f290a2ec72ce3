-- When something is open: hours of the week in a zone, and the dates that are different.
create table schedules (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  name text not null,
  time_zone text not null,
  hours jsonb not null,
  exceptions jsonb not null,
  revision integer not null default 1,
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, id)
);
create unique index schedules_name on schedules (organization_id, lower(name));
call fence_by_organization('schedules');

-- What makes alerts, as people say it.
create table alert_rules (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  name text not null,
  -- Its kind is the `kind` in it.
  condition jsonb not null,
  kind text not null generated always as (condition ->> 'kind') stored,
  is_enabled boolean not null,
  severity text not null check (severity in ('info', 'warning', 'critical')),
  -- Null: at any time.
  schedule_id uuid,
  cool_down_s integer not null,
  merge_s integer not null,
  pre_s integer not null,
  post_s integer not null,
  protect_days integer not null,
  notify jsonb not null,
  -- Until then it alerts nobody, as this person said.
  snoozed_until timestamptz(3),
  snoozed_by text,
  revision integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, schedule_id) references schedules (organization_id, id)
);
create index on alert_rules (organization_id, schedule_id);
call fence_by_organization('alert_rules');

-- At what a rule watches: a camera, or a core. One that was deleted stays here, so that it is watched again when that is taken back.
create table alert_rule_targets (
  organization_id uuid not null,
  rule_id uuid not null,
  camera_id uuid,
  edge_id uuid,
  check (num_nonnulls(camera_id, edge_id) = 1),
  unique nulls not distinct (organization_id, rule_id, camera_id, edge_id),
  foreign key (organization_id, rule_id) references alert_rules (organization_id, id) on delete cascade,
  foreign key (organization_id, camera_id) references cameras (organization_id, id) on delete cascade,
  foreign key (organization_id, edge_id) references edges (organization_id, id) on delete cascade
);
create index on alert_rule_targets (organization_id, camera_id) where camera_id is not null;
create index on alert_rule_targets (organization_id, edge_id) where edge_id is not null;
call fence_by_organization('alert_rule_targets');
