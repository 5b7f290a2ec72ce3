-- Until when the core of an alert said that it keeps its footage; null: it said nothing, or that it does so no longer.
alter table alerts add column footage_until timestamptz(3);
