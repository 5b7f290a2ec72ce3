-- A core looks for cameras once at a time, but several people may ask it: each has one scan, and they take turns.
drop index camera_scans_running;
create unique index camera_scans_running on camera_scans (organization_id, edge_id, created_by) where state = 'running';

-- Buildings and floors are found by their names, as everything else is.
alter table buildings add column search_name text collate "C" not null generated always as (fold_name(name)) stored;
alter table floors add column search_name text collate "C" not null generated always as (fold_name(name)) stored;
