-- Which account was made first, whatever becomes of it: the organization of the installation is its first one, and nobody inherits that.
create table first_account (
  is_only boolean primary key default true check (is_only),
  user_id text not null
);
insert into first_account (user_id) select id from auth."user" order by "createdAt", id limit 1;

create function auth.note_first_account() returns trigger
language plpgsql as $$
begin
  insert into public.first_account (user_id) values (new.id) on conflict do nothing;
  return new;
end
$$;
create trigger note_first_account after insert on auth."user" for each row execute function auth.note_first_account();

-- It is written once.
revoke update, delete on first_account from sightline_app;
