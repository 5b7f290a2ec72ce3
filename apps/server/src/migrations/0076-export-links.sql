-- Links to the files of exports. They stay in the list of their export when they are over.
create table export_links (
  organization_id uuid not null,
  id uuid not null,
  export_id uuid not null,
  -- What the camera hid when the link was made: once that is different, the file may show what nobody may see.
  hidden text not null,
  created_by text not null,
  created_by_name text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  mailed_to text[] not null default '{}',
  revoked_at timestamptz(3),
  revoked_by_name text,
  open_count integer not null default 0,
  last_opened_at timestamptz(3),
  last_opened_from text,
  primary key (organization_id, id),
  foreign key (organization_id, export_id) references exports (organization_id, id) on delete cascade
);
create index on export_links (organization_id, export_id, id);
call fence_by_organization('export_links');
