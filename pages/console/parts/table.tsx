/** The table of every list: rows that open, columns that sort, and the actions that a row's state allows. */
import type { ComponentChildren } from 'preact';
import { hrefWith, route } from '../router.ts';

export interface Column<Row> {
  readonly title: string;
  /** Without it a cell is what rows are sorted by. */
  cell?(row: Row): ComponentChildren;
  /** Without it the column is not sortable. */
  sortBy?(row: Row): string | number;
  /** Takes the room that the others leave, and is cut there. */
  readonly isWide?: boolean;
  /** Left out where there is little room. */
  readonly isMinor?: boolean;
}

interface TableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  toKey(row: Row): string;
  /** What is said if there are no rows. */
  readonly empty: ComponentChildren;
  /** Below the row that the address names as its item; without it rows do not open. */
  details?(row: Row): ComponentChildren;
  actions?(row: Row): ComponentChildren;
}

export function Table<Row>(props: TableProps<Row>) {
  const { label, columns, rows, empty, actions } = props;
  if (rows.length === 0) return <p class="empty">{empty}</p>;
  const sorted = sortRows(rows, columns);
  return (
    <section class="table-frame" aria-label={label} tabIndex={-1}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeadCell key={column.title} column={column} />
            ))}
            {actions && (
              <th scope="col">
                <span class="sr-only">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
            <Row key={props.toKey(row)} row={row} table={props} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** As in the address: `in-stock`. */
const toId = ({ title }: Column<never>) => title.toLowerCase().replaceAll(' ', '-');

const toContent = <Row,>(column: Column<Row> | undefined, row: Row) => (column?.cell ?? column?.sortBy)?.(row);

/** Sorted by what the address says: `sort=name`, or `sort=-name` for the other direction. */
function sortRows<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): readonly Row[] {
  const { sort = '' } = route.value.query;
  const column = columns.find((each) => toId(each) === sort.replace(/^-/, ''));
  const sortBy = column?.sortBy;
  if (sortBy === undefined) return rows;
  const direction = sort.startsWith('-') ? -1 : 1;
  const compare = (one: string | number, other: string | number) =>
    typeof one === 'number' && typeof other === 'number' ? one - other : String(one).localeCompare(String(other));
  return rows.toSorted((one, other) => direction * compare(sortBy(one), sortBy(other)));
}

function HeadCell<Row>({ column }: { readonly column: Column<Row> }) {
  const { title, sortBy, isMinor } = column;
  const { sort } = route.value.query;
  const id = toId(column);
  const isUp = sort === id;
  const isDown = sort === `-${id}`;
  return (
    <th scope="col" class={isMinor ? 'minor' : ''} aria-sort={isUp ? 'ascending' : isDown ? 'descending' : undefined}>
      {sortBy === undefined ? (
        title
      ) : (
        <a href={hrefWith({ sort: isUp ? `-${id}` : isDown ? '' : id })}>
          {title} {isUp ? '↑' : isDown && '↓'}
        </a>
      )}
    </th>
  );
}

function toClass({ isWide, isMinor }: Column<never>): string {
  return isWide ? 'wide' : isMinor ? 'minor' : '';
}

function Row<Row>({ row, table }: { readonly row: Row; readonly table: TableProps<Row> }) {
  const { columns, details, actions, toKey } = table;
  const key = toKey(row);
  const isOpen = route.value.query['item'] === key;
  const [first, ...others] = columns;
  const href = details && hrefWith({ item: isOpen ? '' : key, tab: '' });
  return (
    <>
      <tr class={isOpen ? 'open' : ''}>
        <th scope="row" class={first && toClass(first)}>
          {href === undefined ? (
            toContent(first, row)
          ) : (
            <a class="row-link" href={href} aria-expanded={isOpen}>
              {toContent(first, row)}
            </a>
          )}
        </th>
        {others.map((column) => (
          <td key={column.title} class={toClass(column)} data-title={column.title}>
            {toContent(column, row)}
          </td>
        ))}
        {actions && <td class="row-actions">{actions(row)}</td>}
      </tr>
      {isOpen && details && (
        <tr class="details">
          <td colSpan={columns.length + (actions ? 1 : 0)}>{details(row)}</td>
        </tr>
      )}
    </>
  );
}
