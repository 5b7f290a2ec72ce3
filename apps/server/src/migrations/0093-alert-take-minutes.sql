-- So long whoever took an alert has it without doing anything about it.
alter table organizations add column take_lapses_minutes integer not null default 10 check (take_lapses_minutes between 1 and 1440);
