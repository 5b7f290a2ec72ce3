-- What the device of a camera said of itself when it was found and added: by that it is known again at another address. Null where it said nothing.
alter table cameras
  add column device_uuid text,
  -- With its maker and model: serial numbers alone repeat.
  add column device_serial text,
  add column device_mac text,
  -- Channels that it had then.
  add column device_channels integer check (device_channels > 0);
