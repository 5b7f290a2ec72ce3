/** The events that somebody is told of, for whoever counts them. */
export { eventsTold } from './marks/event-hiding.ts';

/** Events by what names them, for the search of everything. */
export { findNamedEvents, type NamedEvent } from './search/named-events.ts';
