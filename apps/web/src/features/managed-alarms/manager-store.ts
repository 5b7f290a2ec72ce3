import type { managedAlarmsCalls } from '@sightline/contracts/managed-alarms/managed-alarms.api';
import type { CallAnswer } from '@sightline/contracts/shared/call';
import { createStore, useStore } from 'zustand';
import { onTenantEnd } from '../../platform/session/tenant-state.ts';

/** Figures of all managed alarms. */
export type ManagerStats = CallAnswer<(typeof managedAlarmsCalls)['stats']>;

/** Statuses by which the list is narrowed, in the order in which the filter offers them. */
export const managerStatuses = ['active', 'timeout', 'closed'] as const;
export type ManagerStatus = (typeof managerStatuses)[number];

interface ManagerState {
  /** Page of the list, from 1. */
  page: number;
  limit: number;
  status: ManagerStatus | undefined;
  /** The alarm that is being closed, and in whose name. */
  close: { id: string; userId: string } | null;
  /** As they were read last; null before that. */
  stats: ManagerStats | null;
  /** How many alarms the last look for those that nobody closed in time found; null before the first. */
  updatedCount: number | null;
}

const atFirst: ManagerState = { page: 1, limit: 20, status: undefined, close: null, stats: null, updatedCount: null };

/** What the alarm manager shows and does. */
export const managerStore = createStore<ManagerState>(() => atFirst);

onTenantEnd(() => managerStore.setState(atFirst, true));

export const useManager = <T>(select: (state: ManagerState) => T): T => useStore(managerStore, select);

export const showPage = (page: number): void => managerStore.setState({ page });

/** Narrows the list; another list begins at its first page. */
export const narrowTo = (status: ManagerStatus | undefined): void => managerStore.setState({ status, page: 1 });
