-- Rules that alert only while people, or a schedule, have armed them.
create table armed_alarms (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  name text not null,
  description text not null,
  re_arm_min integer,
  dis_arm_min integer,
  exit_delay_s integer not null,
  -- Null: by hand only.
  schedule_id uuid,
  -- People are told only while it is open; null: at any time.
  notify_schedule_id uuid,
  -- What somebody said last, from when to when it holds; to null: until somebody says otherwise.
  state text not null check (state in ('disarmed', 'armed')),
  state_from timestamptz(3) not null,
  state_until timestamptz(3),
  state_updated_at timestamptz(3) not null,
  -- Null while nobody said anything.
  state_by_name text,
  revision integer not null default 1,
  updated_at timestamptz(3) not null,
  primary key (organization_id, id),
  foreign key (organization_id, schedule_id) references schedules (organization_id, id),
  foreign key (organization_id, notify_schedule_id) references schedules (organization_id, id)
);
create unique index armed_alarms_name on armed_alarms (organization_id, lower(name));
create index on armed_alarms (organization_id, schedule_id) where schedule_id is not null;
create index on armed_alarms (organization_id, notify_schedule_id) where notify_schedule_id is not null;
call fence_by_organization('armed_alarms');

create table armed_alarm_rules (
  organization_id uuid not null,
  alarm_id uuid not null,
  rule_id uuid not null,
  primary key (organization_id, alarm_id, rule_id),
  foreign key (organization_id, alarm_id) references armed_alarms (organization_id, id) on delete cascade,
  foreign key (organization_id, rule_id) references alert_rules (organization_id, id) on delete cascade
);
create index on armed_alarm_rules (organization_id, rule_id);
call fence_by_organization('armed_alarm_rules');

-- Alerts of one armed alarm at one location, gathered until somebody closes them.
create table managed_alarms (
  organization_id uuid not null,
  id uuid not null,
  -- Counts up within the organization.
  number integer not null,
  -- 0 active, 1 timed out, 2 closed.
  status smallint not null default 0 check (status between 0 and 2),
  -- What the armed alarm was: it changes and goes.
  armed_alarm_id uuid not null,
  name text not null,
  location_id uuid not null,
  created_at timestamptz(3) not null,
  last_alert_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  closed_at timestamptz(3),
  closed_by text,
  closed_by_name text,
  check ((status = 2) = (closed_at is not null)),
  primary key (organization_id, id),
  unique (organization_id, number),
  foreign key (organization_id, location_id) references locations (organization_id, id) on delete cascade
);
create unique index managed_alarms_active on managed_alarms (organization_id, armed_alarm_id, location_id) where status = 0;
create index managed_alarms_by_time on managed_alarms (organization_id, created_at, id);
call fence_by_organization('managed_alarms');

create table managed_alarm_alerts (
  organization_id uuid not null,
  managed_alarm_id uuid not null,
  alert_id uuid not null,
  primary key (organization_id, managed_alarm_id, alert_id),
  foreign key (organization_id, managed_alarm_id) references managed_alarms (organization_id, id) on delete cascade,
  foreign key (organization_id, alert_id) references alerts (organization_id, id) on delete cascade
);
create index on managed_alarm_alerts (organization_id, alert_id);
call fence_by_organization('managed_alarm_alerts');

-- Active ones of all organizations, for whoever looks for those that nobody closed in time; without a fence.
create table managed_alarm_waits (
  organization_id uuid not null,
  managed_alarm_id uuid not null,
  last_alert_at timestamptz(3) not null,
  primary key (organization_id, managed_alarm_id),
  foreign key (organization_id, managed_alarm_id) references managed_alarms (organization_id, id) on delete cascade
);
create index on managed_alarm_waits (last_alert_at);
