-- With these people may watch on a site while the server is away. Kept for a while after they ran out: a core may tell late who watched.
create table local_grants (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  edge_id uuid not null,
  user_id text not null,
  session_id text not null,
  -- What was granted: [{id, playback, originals}].
  cameras jsonb not null,
  issued_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  primary key (organization_id, id)
);
create index on local_grants (organization_id, edge_id, expires_at);
create index on local_grants (organization_id, expires_at) where revoked_at is null;
call fence_by_organization('local_grants');
