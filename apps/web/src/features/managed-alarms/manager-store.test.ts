import { afterEach, expect, test } from 'vitest';
import { clearTenantState } from '../../platform/session/tenant-state.ts';
import { managerStore, narrowTo, showPage } from './manager-store.ts';

afterEach(() => clearTenantState());

test('ALARMMGR-005 holds page, limit, status, close, stats and updatedCount', () => {
  expect(managerStore.getState()).toEqual({
    page: 1,
    limit: 20,
    status: undefined,
    close: null,
    stats: null,
    updatedCount: null,
  });
});

test('ALARMMGR-005 begins another list at its first page', () => {
  showPage(3);
  expect(managerStore.getState()).toMatchObject({ page: 3, status: undefined });
  narrowTo('timeout');
  expect(managerStore.getState()).toMatchObject({ page: 1, status: 'timeout' });
});

test('ALARMMGR-005 keeps nothing of the organization of before', () => {
  narrowTo('closed');
  showPage(2);
  managerStore.setState({ updatedCount: 4, close: { id: 'a', userId: 'u' } });
  clearTenantState();
  expect(managerStore.getState()).toMatchObject({ page: 1, status: undefined, close: null, updatedCount: null });
});
