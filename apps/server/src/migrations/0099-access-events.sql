-- What access systems say of doors. An event of a source is kept once, however often it is posted.
create table access_events (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  door_id uuid not null,
  source text not null,
  external_id text not null,
  kind text not null check (kind in ('granted', 'denied', 'forced', 'held')),
  direction text check (direction in ('in', 'out')),
  person text,
  credential text,
  at timestamptz(3) not null,
  received_at timestamptz(3) not null,
  -- What became of it for alert rules about who is at the door.
  judgement text not null default 'waiting' check (judgement in ('unwatched', 'waiting', 'judged', 'tooFewLooks', 'coreOffline')),
  primary key (organization_id, id),
  unique (organization_id, source, external_id),
  foreign key (organization_id, door_id) references doors (organization_id, id) on delete cascade
);
create index on access_events (organization_id, door_id, at desc, id desc);
create index on access_events (organization_id, at desc, id desc);
create index on access_events (organization_id, door_id, at) where judgement = 'waiting';
-- For throwing away what is old.
create index on access_events using brin (received_at);
call fence_by_organization('access_events');
