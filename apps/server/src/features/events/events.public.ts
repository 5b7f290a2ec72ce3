/** What the link hands over, and what housekeeping throws away; wired where the server is put together. */
export { createEventDays } from './event-days.ts';
export { keepEvents } from './event-ingest.ts';
export { notePicturesLost } from './event-lost-pictures.ts';
export { keepThumbnail } from './event-thumbnails.service.ts';
export { createVectorLengths } from './event-vector-lengths.ts';

/** The events that somebody is told of, for whoever counts them. */
export { eventsTold } from './event-hiding.ts';

/** Events by what names them, for the search of everything. */
export { findNamedEvents, type NamedEvent } from './named-events.ts';
