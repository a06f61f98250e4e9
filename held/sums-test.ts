describe("sums", () => {
  it("cost what the hours of each role cost", () => {
    const roles = [
      { allocation_percentage: 75, rate_per_hour: 100 },
      { allocation_percentage: 25, rate_per_hour: 60 },
    ];
    expect(costOf(10, roles)).toBe(900);
    expect(costOf(10, [])).toBe(0);
  });

  it("split to the cent, by weight, and add up exactly", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10_000_000 }),
        fc.array(fc.integer({ min: 0, max: 1000 }), { minLength: 1, maxLength: 8 }),
        (cents, weights) => {
          const parts = split(cents / 100, weights);
          expect(parts.reduce((sum, part) => sum + Math.round(part * 100), 0)).toBe(cents);
          expect(Math.min(...parts)).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });

  it("trust a rate only as far as it was seen", () => {
    expect(lowerBound(0, 0)).toBe(0);
    expect(lowerBound(5, 5)).toBeCloseTo(0.649, 2);
    expect(lowerBound(50, 50)).toBeGreaterThan(0.94);
    expect(lowerBound(49, 50)).toBeLessThan(lowerBound(50, 50));
  });
});
