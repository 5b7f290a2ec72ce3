-- Cameras of which rules alert nobody until then, as this person said. One whose time is over stays until the next.
create table camera_mutes (
  organization_id uuid not null,
  camera_id uuid not null,
  muted_until timestamptz(3) not null,
  muted_by text not null,
  primary key (organization_id, camera_id),
  foreign key (organization_id, camera_id) references cameras (organization_id, id) on delete cascade
);
call fence_by_organization('camera_mutes');
