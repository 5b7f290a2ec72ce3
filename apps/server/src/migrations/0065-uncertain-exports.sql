-- Of what the file of an export holds: times of which nobody knew whether the core's clock was right.
alter table exports
  add column uncertain jsonb not null default '[]';
