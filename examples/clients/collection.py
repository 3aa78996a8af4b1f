"""Prints the number of each board that is not valid: python3 collection.py boards.txt"""

import json
import sys

import requests

with open(sys.argv[1], "rb") as boards:
    response = requests.post(
        "http://127.0.0.1:8080/validate/batch?report=invalid",
        data=boards,
        headers={"Content-Type": "text/plain"},
        stream=True,
    )
for line in map(json.loads, response.iter_lines()):
    if "summary" in line:
        print(line["summary"])
        break
    print(line["line"], line.get("duplicate") or line["error"]["detail"])
else:
    sys.exit("The response was cut off.")
