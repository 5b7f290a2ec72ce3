import type { DispatchAlarm } from '@sightline/contracts/dispatch-alarms/dispatch-alarm';
import { DataTable, type Column } from '../../../ui/table/data-table.tsx';

/** Rows of every table of alarms. */
const alarmRowPx = 56;

interface AlarmTableProps {
  label: string;
  columns: readonly Column<DispatchAlarm>[];
  isOnlyRead?: boolean;
  pages: {
    data: { pages: readonly { items: readonly DispatchAlarm[]; total: { value: number } }[] };
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => unknown;
  };
}

/** Alarms of all pages that were read; further ones are read as the end comes near. */
export function AlarmTable({ label, columns, isOnlyRead = false, pages }: AlarmTableProps) {
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  return (
    <DataTable
      label={label}
      columns={columns}
      rows={data.pages.flatMap(({ items }) => items)}
      rowKey={({ id }) => id}
      total={data.pages[0]?.total.value ?? 0}
      rowPx={alarmRowPx}
      isOnlyRead={isOnlyRead}
      onEndReached={() => {
        if (hasNextPage && !isFetchingNextPage) fetchNextPage();
      }}
    />
  );
}
