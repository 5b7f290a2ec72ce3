-- Certificates with which cameras show their own pages: the first one is believed, and then no other until somebody says so.
create table camera_page_certificates (
  organization_id uuid not null references organizations (id) on delete cascade,
  camera_id uuid not null,
  -- Host and port: another place has a certificate of its own.
  place text not null,
  fingerprint text not null,
  pinned_at timestamptz(3) not null default now(),
  primary key (organization_id, camera_id, place),
  foreign key (organization_id, camera_id) references cameras (organization_id, id) on delete cascade
);
call fence_by_organization('camera_page_certificates');
