-- A page of cameras by name is read in order, without sorting all of them.
create index cameras_by_name on cameras (organization_id, name collate people, id) where deleted_at is null;
