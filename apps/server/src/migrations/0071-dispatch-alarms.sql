-- Alarms that are given to a monitoring service, which sends help to a location.
create table dispatch_alarms (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  -- Counts up within the organization.
  number integer not null,
  -- 0 canceled, 1 active.
  status smallint not null default 1 check (status in (0, 1)),
  location_id uuid not null,
  uniform_id uuid,
  services text[] not null,
  camera_id uuid,
  alert_id uuid,
  dispatched_at timestamptz(3) not null,
  -- Null: by a rule.
  dispatched_by text,
  dispatched_by_name text,
  canceled_at timestamptz(3),
  -- Null: by the monitoring service.
  canceled_by text,
  canceled_by_name text,
  -- What the monitoring service is told, the same with every try.
  request jsonb not null,
  delivery text not null default 'pending' check (delivery in ('pending', 'accepted', 'refused', 'withdrawn')),
  delivery_cause text,
  delivery_detail text,
  tries integer not null default 0,
  -- Tries of which nobody knows whether they arrived; written before each, taken back where the answer says so.
  uncertain_tries integer not null default 0,
  next_try_at timestamptz(3),
  gives_up_at timestamptz(3) not null,
  settled_at timestamptz(3),
  service_alarm_id text,
  cancellation text check (cancellation in ('pending', 'accepted', 'refused')),
  cancellation_cause text,
  cancellation_detail text,
  cancellation_gives_up_at timestamptz(3),
  -- Records that people deleted go on counting against the quota.
  deleted_at timestamptz(3),
  check ((status = 0) = (canceled_at is not null)),
  check ((delivery = 'accepted') = (service_alarm_id is not null)),
  check (cancellation is null or status = 0),
  primary key (organization_id, id),
  unique (organization_id, number),
  foreign key (organization_id, location_id) references locations (organization_id, id) on delete cascade
);
create unique index dispatch_alarms_active on dispatch_alarms (organization_id, location_id) where status = 1;
create index dispatch_alarms_by_time on dispatch_alarms (organization_id, dispatched_at, id);
create index dispatch_alarms_canceled on dispatch_alarms (organization_id, canceled_at, id) where status = 0;
call fence_by_organization('dispatch_alarms');
