/** The lists of the console: those of the backup and of the business data, and of resource management. */
import { amount, type Kind, time, toRemoval, toText, words } from './kind.ts';
import { AUTHORIZATIONS, DIAGNOSTICS, JOBS } from './management-kinds.ts';

const COMPANY = { type: 'companies', label: 'Company', parameter: 'companyId' };
const SESSIONS: Kind = {
  id: 'restore-sessions',
  title: 'Restore sessions',
  summary: 'Restores under way. Only drafts can be deleted.',
  one: 'session',
  levels: [],
  name: 'restoreSessionBaseId',
  key: 'id',
  list: 'listRestoreSessions',
  read: 'getRestoreSession',
  actions: [toRemoval('deleteRestoreSession', { isAllowed: ({ status = 'draft' }) => status === 'draft' })],
  columns: [
    { title: 'Created', path: 'createdDateTime', format: time },
    {
      title: 'Kind',
      path: '@odata.type',
      format: (value) => words(toText(value).split('.').at(-1)),
    },
    {
      title: 'Status',
      path: 'status',
      format: words,
      tones: { Active: 'info', Activating: 'info', Completed: 'ok', 'Completed with error': 'error', Failed: 'error' },
    },
    { title: 'Session', path: 'id', isMinor: true },
  ],
  facts: [
    { title: 'Completed', path: 'completedDateTime', format: time },
    { title: 'Created by', path: 'createdBy.user.displayName' },
    { title: 'Changed', path: 'lastModifiedDateTime', format: time },
  ],
};

const blocked = (value: unknown) => (String(value ?? '').trim() === '' || value === false ? '' : 'Blocked');

const COMPANIES: Kind = {
  id: 'companies',
  title: 'Companies',
  summary: 'The companies that you may see.',
  one: 'company',
  levels: [],
  name: 'companyId',
  key: 'id',
  list: 'listCompanies',
  columns: [
    { title: 'Company', path: 'displayName', format: (value, row) => String(value || row['name'] || row['id']) },
    { title: 'Name', path: 'name', isMinor: true },
    { title: 'Id', path: 'id', isMinor: true },
  ],
  facts: [],
  within: ['customers', 'items'],
};

const RECORDS = { $orderby: 'displayName' };

const CUSTOMERS: Kind = {
  id: 'customers',
  title: 'Customers',
  summary: 'The customers of a company, with related data.',
  one: 'customer',
  levels: [COMPANY],
  name: 'customerId',
  key: 'id',
  list: 'listCustomers',
  listQuery: RECORDS,
  isSearched: true,
  read: 'getCustomer',
  expand: 'currency,paymentTerm,shipmentMethod,paymentMethod',
  columns: [
    { title: 'Customer', path: 'displayName' },
    { title: 'Number', path: 'number' },
    { title: 'City', path: 'city' },
    { title: 'Blocked', path: 'blocked', format: blocked, tones: { Blocked: 'error' } },
  ],
  facts: [
    { title: 'Type', path: 'type' },
    { title: 'Address', path: 'addressLine1' },
    { title: 'Country', path: 'country' },
    { title: 'Telephone', path: 'phoneNumber' },
    { title: 'Email', path: 'email' },
    { title: 'Website', path: 'website' },
    { title: 'Currency', path: 'currency.displayName' },
    { title: 'Payment', path: 'paymentTerm.displayName' },
    { title: 'Shipment', path: 'shipmentMethod.displayName' },
    { title: 'Balance', path: 'balanceDue', format: amount },
    { title: 'Last modified', path: 'lastModifiedDateTime', format: time },
  ],
};

const ITEMS: Kind = {
  id: 'items',
  title: 'Items',
  summary: 'The items of a company: price, cost and stock.',
  one: 'item',
  levels: [COMPANY],
  name: 'itemId',
  key: 'id',
  list: 'listItems',
  listQuery: RECORDS,
  isSearched: true,
  read: 'getItem',
  columns: [
    { title: 'Item', path: 'displayName' },
    { title: 'Number', path: 'number' },
    { title: 'Price', path: 'unitPrice', format: amount },
    { title: 'In stock', path: 'inventory' },
    { title: 'Blocked', path: 'blocked', format: blocked, tones: { Blocked: 'error' } },
  ],
  facts: [
    { title: 'Cost', path: 'unitCost', format: amount },
    { title: 'Unit', path: 'baseUnitOfMeasureCode' },
    { title: 'Category', path: 'itemCategoryCode' },
    { title: 'GTIN', path: 'gtin' },
    { title: 'Last modified', path: 'lastModifiedDateTime', format: time },
  ],
};

export const KINDS: readonly Kind[] = [JOBS, AUTHORIZATIONS, DIAGNOSTICS, SESSIONS, COMPANIES, CUSTOMERS, ITEMS];
