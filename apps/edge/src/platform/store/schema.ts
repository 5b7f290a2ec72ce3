/**
 * The edge's own database, step by step: entry N brings `user_version` from N to N+1. Never edit a step that has been
 * released; add one. Instants are UTC milliseconds.
 */
export const storeSteps: readonly string[] = [
  `
  create table meta (key text primary key, value text not null) strict, without rowid;

  -- Wanted state of cameras, as synced from the server. config is sealed: it carries credentials.
  create table cameras (
    id text primary key,
    revision integer not null,
    config text
  ) strict, without rowid;

  -- Streams outlive their camera here until their last footage is gone.
  create table streams (
    id text primary key,
    camera_id text not null,
    kind text not null,
    reorders integer not null default 0,
    -- As last wanted; outlives the camera, whose footage still keeps to it.
    retention_days integer not null,
    retention_bytes integer,
    removed_at_utc_ms integer
  ) strict, without rowid;

  create table segments (
    id integer primary key,
    stream_id text not null,
    path text not null unique,
    start_utc_ms integer not null,
    end_utc_ms integer,
    known_end_utc_ms integer not null,
    bytes integer not null default 0,
    init_bytes integer not null default 0,
    video_codec text not null,
    codec_string text not null,
    width integer not null,
    height integer not null,
    audio_codec text,
    is_repaired integer not null default 0,
    is_protected integer not null default 0
  ) strict;
  create index segments_by_time on segments (stream_id, start_utc_ms);
  create index segments_open on segments (stream_id) where end_utc_ms is null;

  create table gaps (
    id text not null unique,
    stream_id text not null,
    start_utc_ms integer not null,
    end_utc_ms integer not null,
    cause text not null,
    is_open integer not null,
    primary key (stream_id, start_utc_ms)
  ) strict, without rowid;

  create table outbox (
    sequence integer primary key,
    at_utc_ms integer not null,
    body text not null
  ) strict;

  create table exports (
    id text primary key,
    request text not null,
    state text not null,
    created_at_utc_ms integer not null
  ) strict, without rowid;
  `,
  `
  -- Events that are not closed yet, as last told to the cloud: whoever ends with one open can still be spoken for.
  create table open_events (
    id text primary key,
    camera_id text not null,
    report text not null,
    -- Row of the outbox that tells of its last update; null when something else was told last.
    update_sequence integer
  ) strict, without rowid;
  create index open_events_by_camera on open_events (camera_id);
  `,
  `
  -- 1: something happened in it, 0: nothing did, null: not looked at yet. Matters where some footage is kept longer.
  alter table segments add column is_smart integer;
  create index segments_by_tier on segments (stream_id, is_smart, start_utc_ms) where end_utc_ms is not null;

  alter table streams add column smart_retention_days integer;
  -- 0: the other stream of the camera is written instead.
  alter table streams add column is_stored integer not null default 1;

  -- When things were followed that are over: footage of it is kept longer, also of who stood still.
  create table event_spans (
    camera_id text not null,
    from_utc_ms integer not null,
    to_utc_ms integer not null,
    primary key (camera_id, from_utc_ms)
  ) strict, without rowid;
  `,
  `
  -- Wanted state of everything that is synced from the server, by its kind. content is sealed: it may carry credentials. Null: gone.
  create table desired (
    kind text not null,
    id text not null,
    revision integer not null,
    content text,
    primary key (kind, id)
  ) strict, without rowid;
  insert into desired (kind, id, revision, content) select 'camera', id, revision, config from cameras;
  drop table cameras;
  `,
  `
  -- While nobody knew whether the clock of the core was right: the number of that time; below zero once it is over. Null: it was right.
  alter table segments add column clock_span integer;
  alter table gaps add column clock_span integer;
  alter table outbox add column clock_span integer;
  create index segments_by_clock_span on segments (clock_span) where clock_span is not null;
  create index gaps_by_clock_span on gaps (clock_span) where clock_span is not null;
  create index outbox_by_clock_span on outbox (clock_span) where clock_span is not null;
  `,
  `
  -- Files that a store of before knew to be of such a time, and that are not found again yet.
  create table clock_marks (
    path text primary key,
    start_utc_ms integer not null,
    clock_span integer
  ) strict, without rowid;
  `,
  `
  -- Alerts that are open, as last told, and of each rule and camera the last one, by which the next is held back.
  create table alerts (
    id text primary key,
    report text not null,
    condition text not null,
    met_at_utc_ms integer not null
  ) strict, without rowid;
  `,
  `
  -- Times of alerts whose footage is kept longer; to_utc_ms is null while one is open. Given up: it is not kept any more.
  create table protected_spans (
    id text primary key,
    camera_id text not null,
    from_utc_ms integer not null,
    to_utc_ms integer,
    post_ms integer not null,
    keep_ms integer not null,
    is_given_up integer not null default 0
  ) strict, without rowid;
  create index protected_spans_by_end on protected_spans (to_utc_ms);
  -- Until then a file is kept for alerts.
  alter table segments add column kept_until_utc_ms integer;
  create index segments_kept on segments (kept_until_utc_ms) where kept_until_utc_ms is not null;
  `,
  `
  -- What is counted at entrances, minute by minute, until the server was told of it and nothing can be added any more.
  create table entrance_minutes (
    entrance_id text not null,
    camera_id text not null,
    at_utc_ms integer not null,
    counted text not null,
    revision integer not null,
    is_told integer not null,
    primary key (entrance_id, camera_id, at_utc_ms)
  ) strict, without rowid;
  `,
  `
  -- What alert rules count over lines at a camera, until it begins at nobody again.
  create table line_counts (
    rule_id text not null,
    camera_id text not null,
    condition text not null,
    count integer not null,
    reset_utc_ms integer not null,
    primary key (rule_id, camera_id)
  ) strict, without rowid;
  `,
  `
  -- How doors are, as the server was told last, and until when they were seen so.
  create table door_states (
    door_id text primary key,
    camera_id text not null,
    state text not null,
    at_utc_ms integer not null,
    revision integer not null,
    seen_utc_ms integer not null
  ) strict, without rowid;
  -- Places that seemed to be doors: their ids stay.
  create table door_candidates (
    door_id text primary key,
    camera_id text not null,
    area text not null,
    told_utc_ms integer not null
  ) strict, without rowid;
  `,
  `
  -- The server judges its alert: only the server knows whether that is over.
  alter table protected_spans add column is_asked integer not null default 0;
  `,
];
