-- What a core holds is compared with what is wanted of it since then: it had been told what this database does not know, because the
-- database was brought back from an older copy. Null: nothing has to be compared.
alter table edges add column compare_since timestamptz(3);

-- What cores say of cameras that no row here knows, in the order in which it came. Adopting the camera brings it back.
create table unknown_camera_records (
  organization_id uuid not null,
  edge_id uuid not null,
  camera_id uuid not null,
  id uuid not null,
  at timestamptz(3) not null,
  received_at timestamptz(3) not null,
  body jsonb not null,
  primary key (organization_id, edge_id, camera_id, id),
  foreign key (organization_id, edge_id) references edges (organization_id, id) on delete cascade
);
create index on unknown_camera_records (organization_id, edge_id, id);
call fence_by_organization('unknown_camera_records');
