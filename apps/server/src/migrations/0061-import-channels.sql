-- A row that brings one of the channels of a recorder; empty where the device is asked for what is no camera yet.
alter table camera_import_rows add column channel text not null default '';
