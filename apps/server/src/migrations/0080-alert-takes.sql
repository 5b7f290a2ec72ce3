-- Until when whoever took an alert has it without doing anything about it, and whose take ended so.
alter table alerts
  add column take_lapses_at timestamptz(3),
  add column lapsed_by text,
  add column lapsed_by_name text,
  add column lapsed_at timestamptz(3);
