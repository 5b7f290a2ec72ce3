-- What rules told. What a rule was when it opened an alert is kept with the alert: rules change and go.
create table alerts (
  -- Deleted in pieces when the organization goes: there can be millions.
  organization_id uuid not null,
  id uuid not null,
  -- Counts up within the organization.
  number bigint not null,
  rule_id uuid not null,
  rule_name text not null,
  kind text not null,
  severity smallint not null,
  pre_s smallint not null,
  post_s smallint not null,
  -- Null for what is of a core and no camera.
  camera_id uuid,
  edge_id uuid not null,
  -- What the alert is of: whoever may see it there may see the alert.
  place_id uuid not null generated always as (coalesce(camera_id, edge_id)) stored,
  -- Rises with each word about it; an older one that comes late changes nothing.
  sequence integer not null,
  phase smallint not null,
  close_reason text,
  opened_at timestamptz(3) not null,
  closed_at timestamptz(3),
  updated_at timestamptz(3) not null,
  received_at timestamptz(3) not null,
  is_late boolean not null,
  why jsonb not null,
  event_ids uuid[] not null,
  count integer not null,
  -- 0 new, 1 taken, 2 done; `revision` rises with each change of it.
  handling smallint not null default 0 check (handling between 0 and 2),
  outcome smallint check ((outcome is null) = (handling <> 2)),
  taken_by text,
  taken_by_name text,
  taken_at timestamptz(3),
  done_by text,
  done_by_name text,
  done_at timestamptz(3),
  comment_count integer not null default 0,
  revision integer not null default 1,
  primary key (organization_id, id),
  unique (organization_id, number)
);
-- With what lists are filtered by, so that rows are read only for the page.
create index alerts_by_time on alerts (organization_id, opened_at, id) include (place_id, severity, handling, outcome);
create index alerts_by_place on alerts (organization_id, place_id, opened_at, id);
create index alerts_by_rule on alerts (organization_id, rule_id, opened_at, id) include (outcome);
create index alerts_waiting on alerts (organization_id, opened_at, id) include (place_id, severity, handling) where handling <> 2;
create index alerts_waiting_by_kind on alerts (organization_id, handling, severity, place_id) where handling <> 2;
call fence_by_organization('alerts');

create table alert_numbers (
  organization_id uuid primary key references organizations (id) on delete cascade,
  last bigint not null
);
call fence_by_organization('alert_numbers');

create table alert_comments (
  organization_id uuid not null,
  id uuid not null,
  alert_id uuid not null,
  by_user_id text not null,
  by_name text not null,
  at timestamptz(3) not null,
  text text not null,
  primary key (organization_id, id),
  foreign key (organization_id, alert_id) references alerts (organization_id, id) on delete cascade
);
create index on alert_comments (organization_id, alert_id, at, id);
call fence_by_organization('alert_comments');

-- Rules that were deleted: what cores say of them later is still told, with what they were.
create table former_alert_rules (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  name text not null,
  kind text not null,
  severity text not null,
  pre_s integer not null,
  post_s integer not null,
  deleted_at timestamptz(3) not null default now(),
  primary key (organization_id, id)
);
call fence_by_organization('former_alert_rules');
create function remember_alert_rule() returns trigger
language plpgsql as $$
begin
  -- With the organization everything of it goes.
  insert into former_alert_rules (organization_id, id, name, kind, severity, pre_s, post_s)
  select old.organization_id, old.id, old.name, old.kind, old.severity, old.pre_s, old.post_s
  where exists (select from organizations o where o.id = old.organization_id)
  on conflict do nothing;
  return null;
end
$$;
create trigger remember_alert_rule after delete on alert_rules for each row execute function remember_alert_rule();

-- What kept rules from alerting; the last few of each.
create table alert_near_misses (
  organization_id uuid not null references organizations (id) on delete cascade,
  rule_id uuid not null,
  camera_id uuid not null,
  at timestamptz(3) not null,
  hindrance text not null,
  count integer not null,
  why jsonb not null,
  primary key (organization_id, rule_id, camera_id, at, hindrance)
);
create index on alert_near_misses (organization_id, rule_id, at);
call fence_by_organization('alert_near_misses');

-- Who is to be told what of an alert, and by which channel; `id` is made of these four, so that each is told once.
create table alert_deliveries (
  organization_id uuid not null,
  id uuid not null,
  alert_id uuid not null,
  -- What is told: `opened`, `stillOpen`.
  step text not null,
  channel text not null,
  user_id text not null,
  state text not null check (state in ('waiting', 'told', 'merged', 'dropped')),
  created_at timestamptz(3) not null,
  ended_at timestamptz(3),
  primary key (organization_id, id),
  foreign key (organization_id, alert_id) references alerts (organization_id, id) on delete cascade
);
create index on alert_deliveries (organization_id, alert_id);
create index alert_deliveries_waiting on alert_deliveries (organization_id, user_id, channel) where state = 'waiting';
call fence_by_organization('alert_deliveries');

-- When a person was last told of alerts of a place: what follows soon is gathered.
create table alert_tellings (
  organization_id uuid not null references organizations (id) on delete cascade,
  user_id text not null,
  channel text not null,
  location_id uuid not null,
  severity smallint not null,
  told_at timestamptz(3) not null,
  primary key (organization_id, user_id, channel, location_id, severity)
);
call fence_by_organization('alert_tellings');
