-- Rises with every change of where an unsaved person lies, so that who compares faces reads what became otherwise since. Changes of one
-- organization come one after the other (the lock of its clusters), so that none appears below one that was read.
create sequence face_cluster_versions;
grant usage on sequence face_cluster_versions to sightline_app;
alter table face_clusters add column version bigint not null default nextval('face_cluster_versions');
create index face_clusters_by_version on face_clusters (organization_id, version);
