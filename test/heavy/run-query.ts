/** Runs the queries of the alert rules on rows: the service's parser reads them, and what is not known here is refused. */
import { parseQuery, type QueryNode, savedFunctions } from './kusto.ts';
import { evaluate, isTrue, nameOf, type Row, readCall, type Value } from './query-values.ts';

export type Tables = Readonly<Record<string, readonly Row[]>>;

type Operate = (rows: readonly Row[], operator: readonly QueryNode[]) => readonly Row[];

/** Runs queries in a workspace: its tables, and the saved functions. `now` is in epoch milliseconds. */
export class QueryRun {
  readonly #names: Map<string, Value | readonly Row[]>;
  readonly #tables: Tables;
  readonly #now: number;
  /** Of functions without parameters. */
  readonly #results: Map<string, readonly Row[]>;

  constructor(tables: Tables, now: number, names: ReadonlyMap<string, Value> = new Map(), results = new Map()) {
    this.#tables = tables;
    this.#now = now;
    this.#names = new Map(names);
    this.#results = results;
  }

  /** Returns the rows that the last statement results in. */
  run(query: string): readonly Row[] {
    const [, statements] = parseQuery(query).parts;
    let rows: readonly Row[] = [];
    for (const { kind, parts } of statements?.parts ?? []) {
      if (kind === 'LetStatement') this.#declare(parts);
      else if (kind === 'ExpressionStatement') rows = this.#read(parts[0] as QueryNode);
      else throw new Error(`No run of ${kind}`);
    }
    return rows;
  }

  #declare([, name, , value]: readonly QueryNode[]): void {
    if (!name || !value) throw new Error('A let without a name or a value');
    const isScalar = /LiteralExpression$/.test(value.kind);
    this.#names.set(nameOf(name), isScalar ? this.#evaluate(value, {}) : this.#read(value));
  }

  #evaluate(node: QueryNode, row: Row): Value {
    return evaluate(node, { row, names: this.#names, now: this.#now });
  }

  /** Returns the rows of a tabular expression. */
  #read(node: QueryNode): readonly Row[] {
    const { kind, parts } = node;
    if (kind === 'NameReference') return this.#readTable(nameOf(node));
    if (kind === 'FunctionCallExpression') return this.#call(node);
    if (kind === 'ParenthesizedExpression') return this.#read(parts[1] as QueryNode);
    if (kind === 'DataTableExpression') return this.#readData(parts);
    if (kind === 'UnionOperator') return this.#unite(parts);
    const [input, , operator] = parts;
    const operate = operator && this.#operators[operator.kind];
    if (kind !== 'PipeExpression' || !input || !operate) throw new Error(`No run of ${operator?.kind ?? kind}`);
    return operate(this.#read(input), operator.parts);
  }

  #readTable(name: string): readonly Row[] {
    const rows = this.#names.get(name) ?? this.#tables[name] ?? this.#results.get(name) ?? this.#runFunction(name, []);
    if (!Array.isArray(rows)) throw new Error(`There is no table ${name}`);
    return rows;
  }

  #call(node: QueryNode): readonly Row[] {
    const { name, args } = readCall(node);
    return this.#runFunction(
      name,
      args.map((arg) => this.#evaluate(arg, {})),
    );
  }

  #runFunction(name: string, args: readonly Value[]): readonly Row[] {
    const saved = savedFunctions.find((each) => each.name === name);
    if (saved === undefined) throw new Error(`There is no function ${name}`);
    const parameters = saved.parameters === '' ? [] : saved.parameters.split(',');
    const names = parameters.map((parameter, index) => [parameter.split(':')[0] ?? '', args[index] ?? null] as const);
    const rows = new QueryRun(this.#tables, this.#now, new Map(names), this.#results).run(saved.text);
    if (parameters.length === 0) this.#results.set(name, rows);
    return rows;
  }

  #readData([, , schema, , values]: readonly QueryNode[]): readonly Row[] {
    const columns = (schema?.parts[1]?.parts ?? []).map(nameOf);
    const data = (values?.parts ?? []).map((value) => this.#evaluate(value, {}));
    return Array.from({ length: data.length / columns.length }, (_, row) =>
      Object.fromEntries(columns.map((column, index) => [column, data[row * columns.length + index] ?? null])),
    );
  }

  /** A column that a table lacks is null. `isfuzzy` also leaves out tables that do not exist: here all exist. */
  #unite([, parameters, tables]: readonly QueryNode[]): readonly Row[] {
    if (parameters?.parts.some((parameter) => nameOf(parameter) !== 'isfuzzy')) throw new Error('union: a parameter');
    const rows = (tables?.parts ?? []).flatMap((table) => this.#read(table));
    const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
    return rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column] ?? null])));
  }

  readonly #operators: Readonly<Record<string, Operate>> = {
    FilterOperator: (rows, [, parameters, condition]) => {
      refuse(parameters);
      return rows.filter((row) => isTrue(this.#evaluate(condition as QueryNode, row)));
    },
    ProjectOperator: (rows, [, columns]) => rows.map((row) => this.#toColumns(columns, row)),
    ExtendOperator: (rows, [, columns]) => rows.map((row) => ({ ...row, ...this.#toColumns(columns, row) })),
    LookupOperator: (rows, [, parameters, table, on]) => {
      refuse(parameters);
      const keys = (on?.parts[1]?.parts ?? []).map(nameOf);
      const others = this.#read(table as QueryNode);
      const empty = Object.fromEntries(Object.keys(others[0] ?? {}).map((column) => [column, null]));
      return rows.flatMap((row) => {
        const found = others.filter((other) => keys.every((key) => other[key] === row[key]));
        return found.length > 0 ? found.map((other) => ({ ...other, ...row })) : [{ ...empty, ...row }];
      });
    },
    SortOperator: (rows, [, parameters, keys]) => {
      refuse(parameters);
      const orders = (keys?.parts ?? []).map((key) => {
        const isOrdered = key.kind === 'OrderedExpression';
        const by = isOrdered ? (key.parts[0] as QueryNode) : key;
        return { by, sign: isOrdered && key.parts[1] && nameOf(key.parts[1]) === 'asc' ? 1 : -1 };
      });
      const compare = (a: Row, b: Row) => {
        for (const { by, sign } of orders) {
          const [left, right] = [this.#evaluate(by, a) ?? '', this.#evaluate(by, b) ?? ''];
          if (left !== right) return left > right ? sign : -sign;
        }
        return 0;
      };
      return rows.toSorted(compare);
    },
    SummarizeOperator: (rows, [, parameters, aggregates, by]) => {
      refuse(parameters);
      const groups = new Map<string, { readonly key: Row; readonly rows: Row[] }>();
      // Without groups, the result of nothing is one row.
      if (by === undefined) groups.set('{}', { key: {}, rows: [] });
      for (const row of rows) {
        const key = by ? this.#toColumns(by.parts[1], row) : {};
        const group = groups.get(JSON.stringify(key)) ?? { key, rows: [] };
        group.rows.push(row);
        groups.set(JSON.stringify(key), group);
      }
      return [...groups.values()].map((group) => ({ ...group.key, ...this.#aggregate(aggregates, group.rows) }));
    },
  };

  #toColumns(columns: QueryNode | undefined, row: Row): Row {
    return Object.fromEntries(toNamed(columns).map(({ name, value }) => [name, this.#evaluate(value, row)]));
  }

  #aggregate(aggregates: QueryNode | undefined, rows: readonly Row[]): Row {
    const results = toNamed(aggregates).flatMap(({ name, value }) => {
      const call = readCall(value);
      if (call.name === 'arg_max') return this.#pickLargest(call.args, rows);
      const aggregate = AGGREGATES[call.name];
      if (aggregate === undefined) throw new Error(`No run of ${call.name}()`);
      const values = rows.map((row) => call.args.map((arg) => this.#evaluate(arg, row)));
      return [[name, aggregate(values)] as const];
    });
    return Object.fromEntries(results);
  }

  /** Returns the columns of the row whose first one is the largest. */
  #pickLargest(columns: readonly QueryNode[], rows: readonly Row[]): readonly (readonly [string, Value])[] {
    const [first = ''] = columns.map(nameOf);
    const [largest] = rows.toSorted((a, b) => Number(b[first]) - Number(a[first]));
    return columns.map(nameOf).map((name) => [name, largest?.[name] ?? null]);
  }
}

/** Parameters of operators change what they do. */
function refuse(parameters: QueryNode | undefined): void {
  if (parameters === undefined || parameters.parts.length > 0) throw new Error('No run with parameters');
}

/** Returns the columns of a list: `name = value`, or a name. Others get a name that no query knows. */
function toNamed(columns: QueryNode | undefined): readonly { readonly name: string; readonly value: QueryNode }[] {
  return (columns?.parts ?? []).map((node, index) => {
    if (node.kind === 'SimpleNamedExpression') return { name: nameOf(node), value: node.parts[2] as QueryNode };
    return { name: node.kind === 'NameReference' ? nameOf(node) : `?${nameOf(node)}${index}`, value: node };
  });
}

type Aggregate = (rows: readonly (readonly Value[])[]) => Value;

const sum = (values: readonly (Value | undefined)[]): number =>
  values.reduce<number>((total, value) => total + Number(value ?? 0), 0);

/** Returns the value at this percentage of the values, which nulls are not. */
function percentile(rows: readonly (readonly Value[])[]): Value {
  const values = rows.flatMap(([value]) => (value === undefined || value === null ? [] : [Number(value)]));
  const share = Number(rows[0]?.[1]) / 100;
  return values.toSorted((a, b) => a - b)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? null;
}

const AGGREGATES: Readonly<Record<string, Aggregate>> = {
  count: (rows) => rows.length,
  countif: (rows) => rows.filter(([condition]) => condition === true).length,
  sum: (rows) => sum(rows.map(([value]) => value)),
  sumif: (rows) => sum(rows.filter(([, condition]) => condition === true).map(([value]) => value)),
  min: (rows) => (rows.length === 0 ? null : Math.min(...rows.map(([value]) => Number(value)))),
  take_any: ([first]) => first?.[0] ?? null,
  percentile: (rows) => percentile(rows),
  // Several columns, of which no query reads one.
  percentiles: (rows) => percentile(rows),
  max: (rows) => (rows.length === 0 ? null : Math.max(...rows.map(([value]) => Number(value)))),
  dcount: (rows) => new Set(rows.map(([value]) => value)).size,
  dcountif: (rows) => new Set(rows.filter(([, condition]) => condition === true).map(([value]) => value)).size,
};
