-- How many rows a list of cameras has when all of it came: a list that was cut off on its way is not worked on. Unknown of
-- lists from before.
alter table camera_imports add column expected_rows integer check (expected_rows between 1 and 10000);
