import { v7 } from 'uuid';

/** Ids rise with time, so that indexes grow at their end; made here because older databases cannot. */
export const newId = (): string => v7();
