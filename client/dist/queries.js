export function toQueryKey(name, input) {
    return input === undefined ? ['frontdesk', name] : ['frontdesk', name, input];
}
/** Returns the options of a query: `useQuery(queryOptions(client, 'getItem', { companyId, itemId }))`. */
export function queryOptions(client, name, input) {
    const call = client[name];
    return {
        queryKey: toQueryKey(name, input),
        queryFn: ({ signal }) => call(input, signal ? { signal } : {}),
    };
}
//# sourceMappingURL=queries.js.map