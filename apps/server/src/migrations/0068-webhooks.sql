-- Places outside that an organization has told what happens.
create table webhooks (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  name text not null,
  -- Addresses often carry a key of their own.
  sealed_address bytea not null,
  message_kinds text[] not null,
  is_enabled boolean not null,
  -- Why the server switched it off: the receiver said that it is gone, or took nothing for a day.
  off_because text check (off_because in ('gone', 'failing')),
  sealed_secret bytea not null,
  -- The secret before the last rotation, by which messages are signed as well until then.
  sealed_former_secret bytea,
  former_until timestamptz(3),
  -- Failures in a row, since when, and until when nothing is tried.
  failures integer not null default 0,
  failing_since timestamptz(3),
  rests_until timestamptz(3),
  last_delivered_at timestamptz(3),
  created_by text not null,
  revision integer not null default 1,
  created_at timestamptz(3) not null,
  primary key (organization_id, id)
);
create unique index webhooks_name on webhooks (organization_id, lower(name));
call fence_by_organization('webhooks');

-- What goes to each of them; `id` is what its receiver knows the message by, and is made of what happened.
create table webhook_deliveries (
  organization_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  -- In the order in which it happened.
  position bigint not null generated always as identity,
  kind text not null,
  -- What it is about: messages about one thing go one after the other.
  about_id uuid not null,
  body text not null,
  is_urgent boolean not null,
  state text not null check (state in ('waiting', 'delivered', 'dead')),
  -- Since it began to wait; one that is sent again has all of them anew.
  tries integer not null default 0,
  -- The last twenty tries.
  attempts jsonb not null default '[]',
  -- Why it is a dead letter.
  dead_because text,
  next_at timestamptz(3),
  created_at timestamptz(3) not null,
  ended_at timestamptz(3),
  primary key (organization_id, id),
  foreign key (organization_id, webhook_id) references webhooks (organization_id, id) on delete cascade
);
create index webhook_deliveries_log on webhook_deliveries (organization_id, webhook_id, position);
create index webhook_deliveries_by_state on webhook_deliveries (organization_id, webhook_id, state, position);
create index webhook_deliveries_waiting on webhook_deliveries (organization_id, webhook_id, about_id, position) where state = 'waiting';
create index webhook_deliveries_ended on webhook_deliveries (organization_id, ended_at) where ended_at is not null;
call fence_by_organization('webhook_deliveries');
