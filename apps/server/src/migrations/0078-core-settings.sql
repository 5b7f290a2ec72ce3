-- Days below which a core deletes no footage for room without a notice; null: nobody set it, and the core keeps to its start option.
alter table edges add column least_days integer check (least_days between 0 and 365);
