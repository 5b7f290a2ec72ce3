import { lazy, Suspense, useState, type ReactNode } from 'react';
import { ChosenBar } from './chosen-bar.tsx';
import { saveRows, type ListCsv } from './list-csv.ts';
import type { Chosen } from './use-chosen.ts';

const RemoveChosen = lazy(async () => ({ default: (await import('./remove-chosen.tsx')).RemoveChosen }));

interface ChosenFootProps<T> {
  chosen: Chosen<T>;
  csv: ListCsv<T>;
  /** What is deleted with the chosen rows, and what stays. */
  removeText: string;
  remove: (row: T) => Promise<unknown>;
  /** Reads the list again. */
  onRemoved: () => Promise<unknown>;
  /** What else can be done with them. */
  children?: ReactNode;
}

/** Below a list: what can be done with its chosen rows. Nothing while none is chosen. */
export function ChosenFoot<T extends { id: string; name: string }>(props: ChosenFootProps<T>) {
  const { chosen, csv, removeText, remove, onRemoved, children } = props;
  /** Asked about as they were chosen, whatever becomes of the list meanwhile. */
  const [removed, setRemoved] = useState<readonly T[]>([]);
  const count = chosen.list.length;
  return (
    <>
      {count > 0 && (
        <ChosenBar
          count={count}
          onExport={() => saveRows(csv, chosen.list)}
          onRemove={() => setRemoved(chosen.list)}
          onNone={() => chosen.keep([])}
        >
          {children}
        </ChosenBar>
      )}
      {removed.length > 0 && (
        <Suspense>
          <RemoveChosen
            rows={removed}
            text={removeText}
            remove={(row) => remove(row as T)}
            onDone={(left) => {
              chosen.keep(left as readonly T[]);
              return onRemoved();
            }}
            onClose={() => setRemoved([])}
          />
        </Suspense>
      )}
    </>
  );
}
