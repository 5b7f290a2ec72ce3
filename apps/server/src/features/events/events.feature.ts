import { eventsCalls } from '@sightline/contracts/events/events.api';
import type { ServerContext } from '../../platform/features/server-context.ts';
import { answer, type ServerFeature } from '../../platform/features/server-feature.ts';
import { createEventDays } from './ingest/event-days.ts';
import { createEventMarksService } from './marks/event-marks.service.ts';
import { expireEvents } from './event-retention.ts';
import { eventsRoutes } from './events.routes.ts';
import { keepEvents } from './ingest/event-ingest.ts';
import { notePicturesLost } from './ingest/event-lost-pictures.ts';
import { keepThumbnail } from './event-thumbnails.service.ts';
import { createVectorLengths } from './ingest/event-vector-lengths.ts';
import { createEventsService } from './events.service.ts';

/** What cameras saw. */
export const eventsFeature: ServerFeature<ServerContext> = {
  noun: 'events',
  link: ({ database, blobs, bus, hooks }) => {
    const [days, lengths] = [createEventDays(database), createVectorLengths()];
    return {
      prepareEvents: days.prepare,
      events: (work, from, reports) => keepEvents({ bus, hooks, days, lengths }, work, { from, reports }),
      picturesLost: (work, from, { pictures }) => notePicturesLost(work.trx, from, pictures),
      thumbnail: (from, report) => keepThumbnail({ database, blobs, bus }, from, report),
    };
  },
  start: (context) => {
    const handlers = eventsRoutes(createEventsService(context), createEventMarksService(context), context);
    return { routes: [answer('events', eventsCalls, handlers)] };
  },
  hears: {
    'events.revised': {
      // Live pictures, timelines and the search page all show events; each has its own right.
      rights: ['CameraView', 'PlaybackView', 'SearchView'],
      isQuiet: true,
      needsOriginals: (event) => event.needsOriginals === true,
    },
  },
  housekeeping: ({ database, blobs }) => [
    { name: 'days of events', run: (now) => createEventDays(database).makeAhead(now.getTime()) },
    { name: 'events', run: (now) => expireEvents({ database, blobs }, now.getTime()) },
  ],
};
