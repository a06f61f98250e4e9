UPDATE `earned_tallies` SET `breadth` = (
  WITH RECURSIVE `lines`(`at`, `padded`) AS (
    SELECT 1, ''
    UNION ALL
    SELECT `at` + 42, `padded` || substr(`earned_tallies`.`breadth`, `at`, 42) || '000000000000000000' FROM `lines` WHERE `at` <= length(`earned_tallies`.`breadth`)
  )
  SELECT `padded` FROM `lines` ORDER BY `at` DESC LIMIT 1
) WHERE `breadth` <> '';