/** What cores tell, and whether they have their link: wired to the link where the server is put together. */
export { applyCameraParts, camerasReported, edgeLinkChanged } from './status-link.ts';

export { expireStatusHistory } from './status-retention.ts';
