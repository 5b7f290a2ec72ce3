-- What other systems said that happened at cameras. The id is theirs, so that what is posted twice is kept once.
create table posted_events (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  camera_id uuid not null,
  tag text not null,
  at timestamptz(3) not null,
  received_at timestamptz(3) not null,
  fields jsonb not null,
  primary key (organization_id, id)
);
create index on posted_events (organization_id, received_at);
call fence_by_organization('posted_events');

-- Each event of every camera is asked about; nearly nobody has such rules.
create index alert_rules_of_developers on alert_rules (organization_id) where kind = 'developer';
