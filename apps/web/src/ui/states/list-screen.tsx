import type { ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';
import { LoadingRows } from './loading-rows.tsx';

interface ListScreenProps<Data> {
  /** What was asked for, as `useQuery` answers it. */
  list: { data: Data | undefined; error: unknown; refetch: () => unknown };
  /** Says what did not load. */
  failed: ReactNode;
  /** Says what still works when it did not. */
  stillWorks?: ReactNode;
  /** Whether there is nothing in it; without it, there always is something. */
  isEmpty?: (data: Data) => boolean;
  /** Shown when there is nothing: usually an `EmptyState`. */
  empty?: ReactNode;
  /** Rows of the skeleton. */
  rows?: number;
  /** The table, or whatever else is made of it, once there is something in it. */
  children: (data: Data) => ReactNode;
}

/** A list, or anything else that is asked for, in its four states: loading, failed, nothing there, and its rows. What was read once stays while it is read anew. */
export function ListScreen<Data>({
  list,
  failed,
  stillWorks,
  isEmpty,
  empty,
  rows = 6,
  children,
}: ListScreenProps<Data>) {
  const { data, error } = list;
  if (data !== undefined) return isEmpty?.(data) === true ? empty : children(data);
  if (error === null) return <LoadingRows rows={rows} />;
  return <ErrorState title={failed} failure={error} stillWorks={stillWorks} onRetry={() => void list.refetch()} />;
}
