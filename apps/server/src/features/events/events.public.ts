export { eventsKept } from './ingest/event-moments.ts';

/** The events that somebody is told of, for whoever counts them. */
export { eventsTold, hidesPlaces } from './marks/event-hiding.ts';
export { isShown, type HiddenFrom } from './marks/event-hiding.repository.ts';

/** Events by what names them, for the search of everything. */
export { findNamedEvents, type NamedEvent } from './search/named-events.ts';

/** Pictures of events, for what is told of them elsewhere, and who may see them. */
export { picturesOfEvents } from './event-pictures.ts';
export { pictureForOutside, readJpeg } from './event-thumbnails.service.ts';
export { maySeePictures } from './events.policy.ts';
export { thumbnailPath as eventPicturePath } from './events.presenter.ts';

/** Faces that are kept with events, for whoever has to forget them. */
export { dropReportedFaces, eraseEventFaces, eventFaces, type FacedEvent } from './faces/event-faces.ts';
/** Looks as they are kept, for whoever compares them, and cameras whose looks nobody compares. */
export { classCodes, thumbnailBit, vectorCodes } from './event-codes.ts';
export { camerasNotSearched } from './events.repository.ts';
export { eventPictureKeys } from './event-thumbnails.service.ts';
