import { createStore } from 'zustand';
import { onTenantEnd } from '../session/tenant-state.ts';

/** The location that somebody chose beside the devices; null while all of them are shown. */
export const chosenLocation = createStore<{ id: string | null }>(() => ({ id: null }));

onTenantEnd(() => chosenLocation.setState({ id: null }));
