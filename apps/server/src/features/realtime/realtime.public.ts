/** Bus topic: `{ organizationId, event }` of something that is true only now and is not kept, such as a heartbeat. */
export const volatileTopic = 'realtime.volatile';
