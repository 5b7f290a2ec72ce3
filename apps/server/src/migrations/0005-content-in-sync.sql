-- False when a core said a content hash that is not ours although it applied everything.
alter table edges add column content_matches boolean not null default true;
